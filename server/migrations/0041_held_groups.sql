-- without transaction
-- Held mail in groups that are released together. It serves what the index without domain and source served.
drop index concurrently if exists deliveries_held_groups;
create index concurrently deliveries_held_groups on deliveries (
  project_id, hold_reason, sender_domain, source_id, id)
  where hold_reason is not null;
drop index concurrently if exists deliveries_held;
