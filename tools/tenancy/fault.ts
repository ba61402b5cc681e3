/** One violation of a tenancy rule. */
export interface TenancyFault {
  subject: string;
  rule: string;
  message: string;
}

export const describeFault = ({ subject, rule, message }: TenancyFault): string => `${subject} ${rule}: ${message}`;
