-- As condition_value, as text.
create or replace function condition_text(data jsonb, key text, first text, second text) returns text
language sql immutable parallel safe as $$
  select case when data ? key then data ->> key else data -> first ->> second end
$$;

create or replace function condition_text(data jsonb, key text, walk jsonpath) returns text
language sql immutable parallel safe as $$
  select case when data ? key then data ->> key else jsonb_path_query_first(data, walk, '{}', true) #>> '{}' end
$$;
