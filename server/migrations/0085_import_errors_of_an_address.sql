-- Failed rows of imports by their address, for the export of a contact (contract/09, D-1061). An index alone; the table keeps rows of the
-- last week.
create index job_errors_email on job_errors (project_id, lower(email)) where email is not null;
