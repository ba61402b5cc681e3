-- Where the contacts are that can match a condition (ctid), or null if they may be many. Why a function: row security hides the indexes
-- of `data` and of parts of addresses from their operators, which are not leakproof. It runs without that barrier, names the project
-- itself from the setting of the transaction scope, and returns places alone: the caller's statement reads them under row security and
-- tests the whole condition, in the same snapshot. A search is {objects, patterns, emails, decimals}: JSON that `data` contains,
-- patterns for its texts, patterns for the address, whether decimal numbers as text count; one of them is enough. Each search finds
-- every match, so the first one that finds few is taken. Why the settings: row security hides the statistics, too, and the planner
-- might walk through all contacts of the project; bitmaps of indexes are what remains.
set local role postrider_dispatch;
create or replace function segment_candidates(searches jsonb) returns tid[]
language plpgsql stable parallel restricted security definer
set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0 set jit = off as $$
declare
  -- Above this, reading them one by one is no longer cheap.
  max_found constant int := 10000;
  -- A search that finds more than these in the sample finds too many.
  max_sampled constant int := 5;
  own constant uuid := current_setting('app.project')::uuid;
  -- As in the index contacts_data_texts.
  texts constant text :=
    $e$translate(lower(jsonb_path_query_array(data, 'strict $.** ? (@.type() == "string")')::text collate "C"), U&'\212A\0130', 'ki')$e$;
  sample constant tid[] := segment_sample();
  search jsonb;
  objects jsonb[];
  patterns text[];
  emails text[];
  is_found text;
  sampled int;
  places tid[];
begin
  for search in select value from jsonb_array_elements(searches) loop
    objects := array(select value from jsonb_array_elements(search -> 'objects'));
    patterns := array(select value from jsonb_array_elements_text(search -> 'patterns'));
    emails := array(select value from jsonb_array_elements_text(search -> 'emails'));
    is_found := concat_ws(' or ',
      case when objects <> '{}' then 'data @> any ($2)' end,
      case when patterns <> '{}' then format('(length(data::text) <= 4000 and %s like any ($3))', texts) end,
      case when emails <> '{}' then 'email like any ($4)' end);

    -- Why offset: without it the planner may search in the index for what this decides.
    execute format(
      'select count(*) from (select data, email from contacts where ctid = any ($5) and project_id = $1 offset 0) s where %s', is_found)
      into sampled using own, objects, patterns, emails, sample;
    continue when sampled > max_sampled;

    -- Why materialized: with a limit in view the planner prefers to walk through all contacts of the project.
    execute format(
      'with found as materialized (select ctid as place from contacts where project_id = $1 and (%s))
       select array(select place from found limit $5)', is_found)
      into places using own, objects, patterns, emails, max_found + 1;
    -- The texts of long data are in no index, so each of these contacts is a candidate.
    if patterns <> '{}' then
      places := places || array(
        select ctid from contacts where project_id = own and length(data::text) > 4000 limit max_found + 1);
    end if;
    if (search ->> 'decimals')::boolean then
      places := places || array(
        select ctid from contacts where project_id = own and data::text ~ '"-?[0-9]+[.][0-9]+"' limit max_found + 1);
    end if;
    if cardinality(places) <= max_found then return places; end if;
  end loop;
  return null;
end $$;

revoke execute on function segment_candidates from public;
grant execute on function segment_candidates to postrider_app;
