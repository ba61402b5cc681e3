import { refusal } from '#platform/refusals';

export const EventReserved = refusal('unfit', 'EVENT_RESERVED', (eventName: string) => ({
  message:
    'Events of this name are recorded by the service and cannot be deleted: statistics and filters rest on them.',
  details: { eventName },
}));
