import { z } from 'zod';
import { defineRoute, text } from '#platform/http';
import { limits } from '#pure/limits';
import { listUsableFields } from './list-usable-fields.ts';

export const fields = defineRoute({
  method: 'GET',
  path: '/workflows/fields',
  summary: 'Fields that a condition of a workflow can ask for',
  access: 'secret',
  query: z.object({ eventName: text(1, limits.eventNameCharacters).optional() }),
  replies: {
    200: z.object({
      fields: z.array(z.string()),
      typedFields: z.array(
        z.object({
          field: z.string(),
          type: z.enum(['string', 'number', 'boolean', 'date']),
          category: z.enum(['Contact Fields', 'Custom Data', 'Event Data']),
        }),
      ),
      count: z.int(),
    }),
  },
  async run(ctx, { query: { eventName } }) {
    const typedFields = await listUsableFields(ctx, eventName);
    const [ofContacts, ofEvents] = [
      typedFields.filter(({ category }) => category !== 'Event Data').map(({ field }) => field),
      typedFields.filter(({ category }) => category === 'Event Data').map(({ field }) => field),
    ];
    const fieldNames = [...ofContacts, ...ofContacts.map((field) => `contact.${field}`), ...ofEvents];
    return { fields: fieldNames, typedFields, count: fieldNames.length };
  },
});
