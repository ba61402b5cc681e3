import type { ReactElement } from 'react';
import { Field } from '../../../widgets/form/field.tsx';
import { TextInput } from '../../../widgets/form/inputs.tsx';
import type { StepType } from '../graph/workflow-graph.ts';
import { ConditionFields } from './condition-fields.tsx';
import { SendEmailFields } from './send-email-fields.tsx';
import { DelayFields, WaitFields } from './time-fields.tsx';
import { UpdateContactFields } from './update-contact-fields.tsx';
import { WebhookFields } from './webhook-fields.tsx';

interface StepFieldsProps {
  readonly type: StepType;
  /** Of the trigger, for the fields that its events carry. */
  readonly eventName: string;
}

/** The fields of one step type, inside a form of `StepValues`. */
export function StepFields({ type, eventName }: StepFieldsProps): ReactElement | null {
  switch (type) {
    case 'TRIGGER':
      return null;
    case 'SEND_EMAIL':
      return <SendEmailFields />;
    case 'DELAY':
      return <DelayFields />;
    case 'WAIT_FOR_EVENT':
      return <WaitFields />;
    case 'CONDITION':
      return <ConditionFields eventName={eventName} />;
    case 'WEBHOOK':
      return <WebhookFields />;
    case 'UPDATE_CONTACT':
      return <UpdateContactFields />;
    case 'EXIT':
      return (
        <Field name="reason" label="Reason" hint="Kept with the execution, for example “bought”." isOptional>
          <TextInput maxLength={200} />
        </Field>
      );
  }
}

/** The name of the form's field for a path of the server. */
export function stepFieldName(path: string): string {
  if (path === 'config.timeout') return 'timeoutAmount';
  if (path.startsWith('config.recipient')) return 'customEmail';
  const [first, second = ''] = path.split('.');
  if (first !== 'config') return path;
  const ofCondition = ['field', 'operator', 'value', 'unit', 'groups', 'logic', 'branches', 'mode', 'condition'];
  if (ofCondition.includes(second)) return 'condition';
  return second === 'data' ? 'updates' : second;
}
