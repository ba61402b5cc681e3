import { hour, instead, kilobyte, limit, megabyte, rate, tooBig } from './limit.ts';

const ofCondition = tooBig('D-303');

/** Contacts, their fields, imports, segments and events. */
export const contactLimits = {
  contactFieldCharacters: limit(128, 'A key of `data`.', { ...tooBig('D-212'), sees: '`invalid_string`' }),
  contactDataKeys: limit(500, 'Keys of `data` of a contact or an event.', tooBig('D-212')),
  contactDataBytes: limit(64 * kilobyte, '`data` of a contact or an event as JSON.', tooBig('D-212')),
  contactDataLevels: limit(10, 'Nesting of `data`, itself being the first level.', tooBig('D-212')),
  contactsPerBulkRun: limit(1_000, 'Ids of a bulk run.', tooBig('D-224')),
  contactsExcludedPerBulkRun: limit(10_000, '`excludeIds` of a bulk run.', tooBig('D-224')),
  addressesPerLookUp: limit(500, 'Addresses of `POST /contacts/lookup`.', tooBig()),
  importBytes: limit(5 * megabyte, 'An imported file.', tooBig('D-228')),
  importRows: limit(200_000, 'Rows of an imported file.', tooBig('D-228')),
  importColumns: limit(200, 'Columns of an imported file.', tooBig('D-228')),
  importHeaderCharacters: limit(131_072, 'The header line of an imported file.', {
    ...tooBig('D-228'),
    sees: '`custom`',
  }),
  importCellBytes: limit(10 * kilobyte, 'A cell of an imported file.', instead('the row fails')),
  failedRowCells: limit(1_000, 'Cells of a failed row in `errors.csv`.', instead('the first are kept', 'D-233')),
  jobErrorsListed: limit(
    1_000,
    '`errors` of a job.',
    instead('the first are listed; `errors.csv` has all of an import'),
  ),
  fieldValuesListed: limit(200, '`limit` of the values of a field.', instead('200 are returned', 'D-221')),
  contactsCountedLive: limit(
    10_000,
    'Contacts up to which the values of a field are counted anew.',
    instead('counts are up to 5 minutes old', 'D-221'),
  ),
  rowsChangedWithinRequest: limit(
    50_000,
    'Rows that the removal of a field or an event name, or compute, changes within the request.',
    instead('202 and a job', 'D-124'),
  ),
  conditionLevels: limit(10, 'Nesting of a condition.', ofCondition),
  conditionGroups: limit(100, 'Groups of a condition.', ofCondition),
  conditionFilters: limit(200, 'Filters of a condition.', ofCondition),
  conditionFieldCharacters: limit(300, 'The field of a filter.', ofCondition),
  conditionTextCharacters: limit(1_000, 'The text value of a filter.', ofCondition),
  conditionWindowDays: limit(36_500, 'The length of time of a filter.', tooBig('D-316')),
  segmentChain: limit(5, 'Segments that refer to each other in a row.', ofCondition),
  expandedConditionFilters: limit(
    200,
    'Filters of a condition with every segment it refers to put in its place, also in the segments that refer to a changed one: bounds the SQL.',
    ofCondition,
  ),
  segmentNameCharacters: limit(100, 'The name of a segment.', tooBig('D-340')),
  segmentDescriptionCharacters: limit(500, 'The description of a segment.', tooBig('D-340')),
  segmentSlugCharacters: limit(60, 'The slug made from the name of a segment.', instead('it is cut', 'D-331')),
  segmentMembersPerRequest: limit(500, 'Addresses that are added to or removed from a segment.', tooBig('D-344')),
  segmentPage: limit(1_000_000, '`page` of `GET /segments/:id/contacts`.', instead('that page', 'D-343')),
  segmentPreviewSample: limit(20, '`sample` of `POST /segments/preview`.', tooBig()),
  segmentCountMilliseconds: limit(
    5_000,
    'How long a caller waits for a count.',
    instead('the last count is returned, a new one follows in the background', 'D-333'),
  ),
  contactSegmentsMilliseconds: limit(
    1_000,
    'How long the segments of one contact are looked for.',
    instead('`segmentsComplete: false`', 'D-1062'),
  ),
  contactSegmentsListed: limit(500, 'Segments of one contact.', instead('`segmentsComplete: false`', 'D-1062')),
  contactExecutionsListed: limit(
    100,
    '`activeExecutions` of `GET /contacts/:id/summary`.',
    instead('the newest are listed', 'D-1062'),
  ),
  eventNameCharacters: limit(255, 'The name of an event.', tooBig('D-401')),
  eventStatsListed: limit(100, 'Names in `GET /events/stats`.', instead('the most frequent are listed', 'D-411')),
  eventSteps: limit(
    10,
    'Steps of the service that led to an event, so that segments cannot go round in a circle.',
    instead('the event is recorded and causes nothing', 'D-420'),
  ),
  newContactsByIncomingMail: rate(
    { max: 1_000, windowSeconds: hour },
    'Contacts of a project that incoming mail creates, because anyone can write with any sender.',
    instead('the mail is taken; no contact and no event', 'D-682'),
  ),
  notedIncomingMail: rate(
    { max: 100, windowSeconds: 24 * hour },
    'Incoming mails with a virus that the activity of a project shows.',
    instead('the mail is taken and not shown', 'D-682'),
  ),
} as const;
