/** One sentence about what is wrong, and with what. */
export interface Fault {
  subject: string;
  rule: string;
  message: string;
}

export const describeFault = ({ subject, rule, message }: Fault): string => `${subject} ${rule}: ${message}`;
