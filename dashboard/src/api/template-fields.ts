import type { Reply } from '@postrider/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import type { TemplateField } from '../widgets/liquid-editor/template-fields.ts';
import { useProjectQuery } from './project.ts';

type Field = Reply<'GET /contacts/fields'>['fields'][number];

/** The fields of the contacts' data, best covered first, under the names that templates use. */
export const useTemplateFields = (): UseQueryResult<readonly TemplateField[]> =>
  useProjectQuery(
    ['contacts', 'fields', 'templates'],
    async (session, signal) => {
      const { fields } = await session.fields.list({ signal });
      return fields
        .filter(({ isCustom }) => isCustom)
        .map(toTemplateField)
        .toSorted(byCoverage);
    },
    { staleMs: 60_000 },
  );

const toTemplateField = ({ field, type, coverage }: Field): TemplateField => ({
  name: field.replace(/^data\./, ''),
  type,
  coverage,
});

const byCoverage = (one: TemplateField, other: TemplateField): number => other.coverage - one.coverage;
