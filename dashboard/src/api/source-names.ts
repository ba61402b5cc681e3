import { useProjectQuery } from './project.ts';

export interface NamedSource {
  readonly id: string;
  readonly name: string;
}

export interface SourceNames {
  readonly templates: readonly NamedSource[];
  readonly campaigns: readonly NamedSource[];
  readonly workflows: readonly NamedSource[];
}

const none: SourceNames = { templates: [], campaigns: [], workflows: [] };
const perKind = 100;

/** Names of what mail comes from: of the newest hundred of each kind. A list of mails gives ids alone. */
export function useSourceNames(): SourceNames {
  const { data } = useProjectQuery(
    ['templates', 'campaigns and workflows by name'],
    async (session, signal): Promise<SourceNames> => {
      const [templates, campaigns, workflows] = await Promise.all([
        session.templates.list({ pageSize: perKind }, { signal }),
        session.campaigns.list({ pageSize: perKind }, { signal }),
        session.workflows.list({ pageSize: perKind }, { signal }),
      ]);
      return { templates: named(templates.data), campaigns: named(campaigns.data), workflows: named(workflows.data) };
    },
    { staleMs: 60_000 },
  );
  return data ?? none;
}

const named = (items: readonly NamedSource[]): NamedSource[] => items.map(({ id, name }) => ({ id, name }));
