import type { Body, PostriderSession, Query, Reply } from '@postrider/sdk';
import { type UseMutationResult, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { inScheme, type MailScheme } from '../widgets/mail-frame/mail-scheme.ts';
import { useProject, useProjectChange, useProjectQuery } from './project.ts';

export type Template = Reply<'GET /templates/{id}'>;
export type TemplateType = Template['type'];
export type TemplateUsage = Reply<'GET /templates/{id}/usage'>;
export type Rendering = Reply<'POST /templates/preview'>;
export type TemplateQuery = Query<'GET /templates'>;
type NewTemplate = Body<'POST /templates'>;
export type TemplateChange = NonNullable<Body<'PATCH /templates/{id}'>>;

interface TemplatePage {
  readonly templates: readonly Template[];
  readonly total: number;
}

const listKey = ['templates', 'list'];
const keyOf = (id: string) => ['templates', 'one', id];

export const useTemplates = (query: TemplateQuery): UseQueryResult<TemplatePage> =>
  useProjectQuery(
    [...listKey, query],
    async (session, signal) => {
      const { data, total } = await session.templates.list(query, { signal });
      return { templates: data, total };
    },
    { keepsPrevious: true },
  );

export interface TemplateCounts {
  readonly all: number;
  readonly byType: Readonly<Record<TemplateType, number>>;
}

/** How many templates there are of each type. */
export const useTemplateCounts = (): UseQueryResult<TemplateCounts> =>
  useProjectQuery([...listKey, 'counts'], async (session, signal) => {
    const count = async (type?: TemplateType) =>
      (await session.templates.list({ pageSize: 1, ...(type && { type }) }, { signal })).total;
    const [all, TRANSACTIONAL, MARKETING, HEADLESS] = await Promise.all([
      count(),
      count('TRANSACTIONAL'),
      count('MARKETING'),
      count('HEADLESS'),
    ]);
    return { all, byType: { TRANSACTIONAL, MARKETING, HEADLESS } };
  });

export const useTemplate = (id: string): UseQueryResult<Template> =>
  useProjectQuery(keyOf(id), (session, signal) => session.templates.get(id, { signal }));

export const useTemplateUsage = (id: string, isEnabled = true): UseQueryResult<TemplateUsage> =>
  useProjectQuery(['templates', 'usage', id], (session, signal) => session.templates.usage(id, { signal }), {
    isEnabled,
    staleMs: 60_000,
  });

export const useCreateTemplate = (): UseMutationResult<Template, Error, NewTemplate> =>
  useProjectChange((session, body) => session.templates.create(body), [listKey]);

export const useDuplicateTemplate = (): UseMutationResult<Template, Error, string> =>
  useProjectChange((session, id) => session.templates.duplicate(id), [listKey]);

export const useDeleteTemplate = (): UseMutationResult<unknown, Error, string> =>
  useProjectChange((session, id) => session.templates.delete(id), [listKey]);

export const useChangeTemplate = (id: string): UseMutationResult<Template, Error, TemplateChange> =>
  useProjectChange((session, change) => session.templates.update(id, change), [listKey, keyOf(id)]);

/** Rendered HTML, kept at an address of its own for a minute. The path alone: the page may be open under another host. */
export async function previewPath(
  session: PostriderSession,
  { html, scheme }: { readonly html: string; readonly scheme: MailScheme },
  signal: AbortSignal,
): Promise<string> {
  const { url } = await session.previews.create({ html: inScheme(html, scheme) }, { signal });
  const { pathname, search } = new URL(url);
  return pathname + search;
}

interface TextsToSave {
  readonly texts: { readonly subject: string; readonly body: string };
  /** What the editor began with. */
  readonly basis: { readonly subject: string; readonly body: string };
}

export interface SavedTexts {
  readonly template: Template;
  /** Someone changed the texts meanwhile; nothing was saved, and the template is theirs. */
  readonly isOvertaken: boolean;
}

/** Saves subject and body, unless the server holds another text than the one the editor began with. */
export function useSaveTexts(id: string): UseMutationResult<SavedTexts, Error, TextsToSave> {
  const { project } = useProject();
  const client = useQueryClient();
  return useProjectChange(
    async (session, { texts, basis }) => {
      const found = await session.templates.get(id);
      const isAt = (other: TextsToSave['texts']) => found.subject === other.subject && found.body === other.body;
      const isOvertaken = !isAt(texts) && !isAt(basis);
      const isToSave = !isAt(texts) && !isOvertaken;
      const template = isToSave ? await session.templates.update(id, { ...texts }) : found;
      client.setQueryData([project.id, ...keyOf(id)], template);
      return { template, isOvertaken };
    },
    [listKey],
  );
}
