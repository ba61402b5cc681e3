-- Whose a finished step is, for the history of a contact (D-234). An empty column and an index on rows that have it; beside the previous
-- version: it leaves the column empty, and such steps are not in the history.

-- Null once the contact was deleted (D-947).
alter table step_executions add column contact_id uuid;
create index step_executions_contact on step_executions (project_id, contact_id, completed_at, id)
  where contact_id is not null and status <> 'SKIPPED';
