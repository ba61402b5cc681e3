-- without transaction
-- Indexes for conditions on custom fields (record 0028): equal values, and parts of texts. segment_candidates alone reads them and repeats
-- their expressions. Beside the previous version: it writes them, too, and does not read them.
drop index concurrently if exists contacts_data;
create index concurrently contacts_data on contacts using gin (project_id, data jsonb_path_ops);
-- The texts of `data` at any depth, A to Z in lower case, with the two other characters whose lower case is in ASCII. Why not for long
-- `data`: 64 KB have thousands of parts, and every change would write all of them.
drop index concurrently if exists contacts_data_texts;
create index concurrently contacts_data_texts on contacts using gin (project_id,
  translate(lower(jsonb_path_query_array(data, 'strict $.** ? (@.type() == "string")')::text collate "C"), U&'\212A\0130', 'ki') gin_trgm_ops)
  where length(data::text) <= 4000;
drop index concurrently if exists contacts_data_long;
create index concurrently contacts_data_long on contacts (project_id, id) where length(data::text) > 4000;
-- Contacts with a decimal number as text, which many other texts and a number equal.
drop index concurrently if exists contacts_data_decimals;
create index concurrently contacts_data_decimals on contacts (project_id, id) where data::text ~ '"-?[0-9]+[.][0-9]+"';
grant select (data, ctid) on contacts to postrider_dispatch;
