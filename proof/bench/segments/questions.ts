export interface Question {
  readonly name: string;
  readonly condition: unknown;
  /** Hand-written SQL for the same question, over `contacts c`; `$1` is the project. */
  readonly byHand: string;
  /** The same by the indexes of contacts, where the plain form above cannot use them. */
  readonly byIndex?: string;
  /** An index serves it, so its count must take less than a second. */
  readonly isIndexed?: boolean;
}

const all = (...filters: unknown[]) => ({ logic: 'AND', groups: [{ filters }] });

const event = (name: string, rest = ''): string =>
  `exists (select from contact_events e where e.project_id = $1 and e.name = '${name}' and e.contact_id = c.id${rest})`;

const texts = `translate(lower(jsonb_path_query_array(c.data, 'strict $.** ? (@.type() == "string")')::text collate "C"), U&'\\212A\\0130', 'ki')`;
const likeText = (part: string): string => `(length(c.data::text) <= 4000 and ${texts} like '%${part}%')`;

/** Each matches the same few contacts, however many there are. */
const selective: readonly Question[] = [
  {
    name: 'a field equals a rare text',
    condition: all({ field: 'data.code', operator: 'equals', value: 'golden' }),
    byHand: `c.data ->> 'code' = 'golden'`,
    byIndex: `c.data @> '{"code": "golden"}'`,
    isIndexed: true,
  },
  {
    name: 'a field equals a number',
    condition: all({ field: 'data.number', operator: 'equals', value: 77_777 }),
    byHand: `(c.data ->> 'number')::numeric = 77777`,
    byIndex: `c.data @> '{"number": 77777}'`,
    isIndexed: true,
  },
  {
    name: 'a field contains a rare part',
    condition: all({ field: 'data.motto', operator: 'contains', value: 'Zebra' }),
    byHand: `c.data ->> 'motto' ilike '%zebra%'`,
    byIndex: `c.data ->> 'motto' ilike '%zebra%' and ${likeText('zebra')}`,
    isIndexed: true,
  },
  {
    name: 'an address contains a rare part',
    condition: all({ field: 'email', operator: 'contains', value: 'quartz' }),
    byHand: `strpos(c.email, 'quartz') > 0`,
    byIndex: `c.email like '%quartz%'`,
    isIndexed: true,
  },
  {
    name: 'either of two rare ones',
    condition: {
      logic: 'OR',
      groups: [
        { filters: [{ field: 'data.code', operator: 'equals', value: 'golden' }] },
        { filters: [{ field: 'email', operator: 'contains', value: 'quartz' }] },
      ],
    },
    byHand: `c.data ->> 'code' = 'golden' or strpos(c.email, 'quartz') > 0`,
    byIndex: `c.data @> '{"code": "golden"}' or c.email like '%quartz%'`,
    isIndexed: true,
  },
  {
    name: 'a common one, a rare one, and not a third',
    condition: all(
      { field: 'data.plan', operator: 'equals', value: 'team' },
      { field: 'data.motto', operator: 'contains', value: 'Zebra' },
      { field: 'data.city', operator: 'notEquals', value: 'Bonn' },
    ),
    byHand: `c.data ->> 'plan' = 'team' and c.data ->> 'motto' ilike '%zebra%' and c.data ->> 'city' <> 'Bonn'`,
    byIndex: `c.data ->> 'plan' = 'team' and c.data ->> 'motto' ilike '%zebra%' and c.data ->> 'city' <> 'Bonn' and ${likeText('zebra')}`,
    isIndexed: true,
  },
];

/** Questions as people ask them, ten about many contacts and six about few. `list` is a static segment, `pro` a dynamic one. */
export const questionsOf = ({ list, pro }: { list: string; pro: string }): readonly Question[] => [
  ...selective,
  {
    name: 'a field equals a text',
    condition: all({ field: 'data.plan', operator: 'equals', value: 'pro' }),
    byHand: `c.data ->> 'plan' = 'pro'`,
  },
  {
    name: 'a field contains a part of a text',
    condition: all({ field: 'data.company', operator: 'contains', value: 'Works' }),
    byHand: `c.data ->> 'company' ilike '%works%'`,
  },
  {
    name: 'one field is there, another is not',
    condition: all({ field: 'data.phone', operator: 'exists' }, { field: 'data.leftAt', operator: 'notExists' }),
    byHand: `c.data ->> 'phone' is not null and c.data ->> 'leftAt' is null`,
  },
  {
    name: 'a number within a range',
    condition: all(
      { field: 'data.age', operator: 'greaterThanOrEqual', value: 30 },
      { field: 'data.age', operator: 'lessThan', value: 40 },
    ),
    byHand: `(c.data ->> 'age')::numeric >= 30 and (c.data ->> 'age')::numeric < 40`,
  },
  {
    name: 'a date within a quarter',
    condition: all(
      { field: 'data.renewsAt', operator: 'greaterThanOrEqual', value: '2026-04-01' },
      { field: 'data.renewsAt', operator: 'lessThan', value: '2026-07-01' },
    ),
    byHand: `(c.data ->> 'renewsAt')::timestamptz >= '2026-04-01Z' and (c.data ->> 'renewsAt')::timestamptz < '2026-07-01Z'`,
  },
  {
    name: 'subscribed and new this month',
    condition: all(
      { field: 'subscribed', operator: 'equals', value: true },
      { field: 'createdAt', operator: 'within', value: 30, unit: 'days' },
    ),
    byHand: `c.subscribed and c.created_at >= now() - interval '30 days'`,
    isIndexed: true,
  },
  {
    name: 'bought within two weeks',
    condition: all({ field: 'event.purchase', operator: 'triggeredWithin', value: 14, unit: 'days' }),
    byHand: event('purchase', ` and e.last_at >= now() - interval '14 days'`),
    isIndexed: true,
  },
  {
    name: 'never bought, signed in long ago',
    condition: all(
      { field: 'event.purchase', operator: 'notTriggered' },
      { field: 'event.signed in', operator: 'triggeredOlderThan', value: 90, unit: 'days' },
    ),
    byHand: `not ${event('purchase')} and ${event('signed in', ` and e.last_at < now() - interval '90 days'`)}`,
  },
  {
    name: 'opened within two months, clicked nothing, or on the list',
    condition: {
      logic: 'OR',
      groups: [
        {
          filters: [
            { field: 'email.opened', operator: 'triggeredWithin', value: 60, unit: 'days' },
            { field: 'email.clicked', operator: 'notTriggered' },
          ],
        },
        { filters: [{ field: `segment.${list}`, operator: 'memberOfSegment' }] },
      ],
    },
    byHand: `(${event('email.open', ` and e.last_at >= now() - interval '60 days'`)} and not ${event('email.click')}
      or exists (select from segment_members m where m.project_id = $1 and m.segment_id = '${list}' and m.contact_id = c.id))`,
  },
  {
    name: 'in another segment, and either of two, and not on the list',
    condition: {
      logic: 'AND',
      groups: [
        { filters: [{ field: `segment.${pro}`, operator: 'memberOfSegment' }] },
        {
          filters: [],
          conditions: {
            logic: 'OR',
            groups: [
              { filters: [{ field: 'data.city', operator: 'equals', value: 'Bonn' }] },
              { filters: [{ field: 'data.age', operator: 'greaterThan', value: 60 }] },
            ],
          },
        },
        { filters: [{ field: `segment.${list}`, operator: 'notMemberOfSegment' }] },
      ],
    },
    byHand: `c.data ->> 'plan' = 'pro' and (c.data ->> 'city' = 'Bonn' or (c.data ->> 'age')::numeric > 60)
      and not exists (select from segment_members m where m.project_id = $1 and m.segment_id = '${list}' and m.contact_id = c.id)`,
  },
];
