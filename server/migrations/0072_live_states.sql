-- What the live stream looks for: campaigns that are being sent or have changed lately, and jobs that are under way or have ended lately.
-- Indexes on small tables; their writers wait for milliseconds.
create index campaigns_updated on campaigns (project_id, updated_at);
create index campaigns_sending on campaigns (project_id, id) where status = 'SENDING';
create index jobs_finished_in_project on jobs (project_id, finished_at);
