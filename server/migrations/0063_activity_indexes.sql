-- What the activity is read by. A column without a value, and indexes on small tables or, of finished executions, on rows that are
-- written once; no row is rewritten. Beside the previous version: it leaves the column empty, and then the record of the mail is asked.

-- Whether the mail of an event is test mail; null for an event without a mail, and for those of earlier versions.
alter table events add column is_test boolean;

-- Executions in the order in which they ended.
create index finished_executions_ended on finished_executions (project_id, completed_at, id);

-- What is scheduled, soonest first; and when a campaign was last sent.
create index campaigns_scheduled on campaigns (project_id, scheduled_for, id) where status = 'SCHEDULED';
create index campaigns_sent on campaigns (project_id, sent_at, id) where sent_at is not null;
