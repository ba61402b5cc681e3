/** The parts of a condition, as SQL. */
interface MatchTexts {
  /** The name under which an event is recorded. */
  readonly name: string;
  /** Arrays of an `EventMatcher`. */
  readonly names: string;
  readonly prefixes: string;
  readonly projectId: string;
}

/** Whether an event is one that an endpoint gets. That of a segment is so under its former slugs, too (D-332). */
export const matches = ({ name, names, prefixes, projectId }: MatchTexts): string => `
  (${name} = any (${names}) or exists (select from unnest(${prefixes}) p where starts_with(${name}, p))
   or exists (
     select from segment_slugs s
       join segment_slugs f on f.project_id = s.project_id and f.segment_id = s.segment_id
      cross join lateral (select 'segment.' || f.slug || '.' || substring(${name} from '[a-z]+$') as name) o
      where s.project_id = ${projectId} and ${name} ~ '^segment\\..+\\.(entry|exit)$'
        and s.slug = substring(${name} from '^segment\\.(.+)\\.(?:entry|exit)$')
        and (o.name = any (${names}) or exists (select from unnest(${prefixes}) p where starts_with(o.name, p)))))`;
