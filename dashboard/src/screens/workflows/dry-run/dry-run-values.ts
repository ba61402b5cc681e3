import type { SimulationInput } from '../../../api/workflows.ts';
import { type Unit, unitSeconds } from '../step-form/step-values.ts';

export interface LaterEvent {
  readonly name: string;
  readonly amount: number | undefined;
  readonly unit: Unit;
}

export interface DryRunValues {
  person: 'real' | 'invented';
  contact: { readonly id: string; readonly email: string } | null;
  email: string;
  isSubscribed: boolean;
  data: string;
  context: string;
  events: LaterEvent[];
}

const objectOf = (text: string): Record<string, unknown> | undefined =>
  text.trim() === '' ? undefined : (JSON.parse(text) as Record<string, unknown>); // the form has checked that it is an object

/** The body of the call; a real contact needs to be chosen before. */
export function simulationInput(values: DryRunValues): SimulationInput {
  const context = objectOf(values.context);
  const data = objectOf(values.data);
  const events = values.events
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, amount = 0, unit }) => ({ name: name.trim(), after: Math.round(amount * unitSeconds[unit]) }));
  return {
    ...(values.person === 'real' && values.contact
      ? { contactId: values.contact.id }
      : { contact: { email: values.email.trim(), subscribed: values.isSubscribed, ...(data && { data }) } }),
    ...(context && { context }),
    ...(events.length > 0 && { events }),
  };
}
