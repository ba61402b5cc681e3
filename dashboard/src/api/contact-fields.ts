import type { Reply } from '@postrider/sdk';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { useProjectChange, useProjectQuery } from './project.ts';

export type ContactField = Reply<'GET /contacts/fields'>['fields'][number];
export type FieldType = ContactField['type'];
export type FieldValues = Reply<'GET /contacts/fields/{field}/values'>;
export type FieldUsage = Reply<'GET /contacts/fields/{field}/usage'>;

/** The name that templates and files use: without the prefix that tells custom fields apart. */
export const keyOfField = ({ field, isCustom }: Pick<ContactField, 'field' | 'isCustom'>): string =>
  isCustom && field.startsWith('data.') ? field.slice('data.'.length) : field;

export const useContactFields = (): UseQueryResult<Reply<'GET /contacts/fields'>> =>
  useProjectQuery(['fields', 'list'], (session, signal) => session.fields.list({ signal }));

export const useFieldValues = (field: string, limit: number, isEnabled = true): UseQueryResult<FieldValues> =>
  useProjectQuery(
    ['fields', 'values', field, limit],
    (session, signal) => session.fields.values(field, { limit }, { signal }),
    { isEnabled },
  );

export const useFieldUsage = (field: string, isEnabled = true): UseQueryResult<FieldUsage> =>
  useProjectQuery(['fields', 'usage', field], (session, signal) => session.fields.usage(field, { signal }), {
    isEnabled,
  });

export const useDeleteField = (): UseMutationResult<Reply<'DELETE /contacts/fields/{field}'>, Error, string> =>
  useProjectChange((session, field) => session.fields.delete(field), [['fields'], ['contacts'], ['segments']]);
