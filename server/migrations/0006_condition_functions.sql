-- What compiled conditions (server/src/pure/conditions) ask of one value. None of them fails, whatever text is stored.
-- Most are plain SQL, so that the planner puts their bodies in place of the call.

-- The number a text means, or null.
create function condition_number(value text) returns double precision language sql immutable parallel safe as $$
  select case
    when value !~ '^-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?$' then null
    -- Why: counted repetitions are slow, and a short text cannot have too many digits.
    when length(value) > 15 and value !~ '^-?(?:0|[1-9][0-9]{0,14})(?:[.][0-9]{1,15})?$' then null
    else value::double precision
  end
$$;

-- The moment of an instant, or of the midnight in UTC of a day, or null. A long fraction is cut, not rounded; an offset
-- may be greater than a time stamp of PostgreSQL takes.
-- Why the lists: in the usual form (1900 to 2099, UTC) looking up the parts of the text in hashed lists costs half of a
-- regular expression. 29 February and every other form take the second way, whose pattern is complete, so that no cast
-- can fail. Why plpgsql: put in place, the lists would cost 5 ms of planning each time.
-- Immutable though casts to a time stamp are not: none of these forms depends on a setting.
do $do$
declare
  years text := (select array_agg(y::text) from generate_series(1900, 2099) y);
  days text := (select array_agg(to_char(d, '-MM-DD')) from generate_series('2001-01-01'::date, '2001-12-31', '1 day') d);
  minutes text := (select array_agg(to_char(m * interval '1 minute', '"T"HH24:MI')) from generate_series(0, 1439) m);
  ends text := (select array_agg(to_char(s, '":"FM00"Z"')) from generate_series(0, 59) s);
  seconds text := (select array_agg(to_char(s, '":"FM00"."')) from generate_series(0, 59) s);
  fractions text := (select array_agg(to_char(f, 'FM000"Z"')) from generate_series(0, 999) f);
begin
  execute format($sql$
    create function condition_moment(value text) returns timestamptz language plpgsql immutable parallel safe as $body$
    begin
      return case
        when length(value) = 10 and substr(value, 5) = any (%1$L::text[]) and left(value, 4) = any (%2$L::text[])
          then (value || 'T00:00:00Z')::timestamptz
        when substr(value, 5, 6) = any (%1$L::text[]) and left(value, 4) = any (%2$L::text[])
          and substr(value, 11, 6) = any (%3$L::text[]) and (substr(value, 17) = any (%4$L::text[])
            or substr(value, 17, 4) = any (%5$L::text[]) and substr(value, 21) = any (%6$L::text[]))
          then value::timestamptz
        when value !~ ('^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]'
          || '(?:[.][0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9]))?$') then null
        when left(value, 4) = '0000' then null
        when substr(value, 6, 5) in ('02-30', '02-31', '04-31', '06-31', '09-31', '11-31') then null
        when substr(value, 6, 5) = '02-29' and not (left(value, 4)::int %% 4 = 0
          and (left(value, 4)::int %% 100 <> 0 or left(value, 4)::int %% 400 = 0)) then null
        when length(value) = 10 then (value || 'T00:00:00Z')::timestamptz
        else (left(value, 19) || coalesce(substring(value from '^.{19}([.][0-9]{1,3})'), '') || 'Z')::timestamptz
          - case when right(value, 1) = 'Z' then interval '0' else right(value, 6)::interval end
      end;
    end $body$ $sql$, days, years, minutes, ends, seconds, fractions);
end $do$;

create function condition_instant(value text) returns timestamptz language sql immutable parallel safe as $$
  select case when length(value) > 10 then condition_moment(value) end
$$;

-- The value of a key with dots: the exact key, else a walk through objects (D-307). Two steps are the usual case.
create function condition_value(data jsonb, key text, first text, second text) returns jsonb
language sql immutable parallel safe as $$
  select case when data ? key then data -> key else data -> first -> second end
$$;
create function condition_value(data jsonb, key text, walk jsonpath) returns jsonb
language sql immutable parallel safe as $$
  select case when data ? key then data -> key else jsonb_path_query_first(data, walk, '{}', true) end
$$;
create function condition_text(data jsonb, key text, first text, second text) returns text
language sql immutable parallel safe as $$
  select case when data ? key then data ->> key else data -> first ->> second end
$$;
create function condition_text(data jsonb, key text, walk jsonpath) returns text
language sql immutable parallel safe as $$
  select case when data ? key then data ->> key else jsonb_path_query_first(data, walk, '{}', true) #>> '{}' end
$$;

-- Whether a text has this part, or an array this text as an item; null when the value is missing. The value comes as JSON
-- and as lower-cased text. In the text of an array the quoted form is looked for first: cheap, and rarely found in vain.
create function condition_contains(value jsonb, lowered text, part text, quoted text) returns boolean
language sql immutable parallel safe as $$
  select case jsonb_typeof(value)
    when 'string' then strpos(lowered, part) > 0
    when 'array' then case when strpos(lowered, quoted) > 0 then lowered::jsonb ? part else false end
    when 'number' then false
    when 'boolean' then false
    when 'object' then false
  end
$$;

-- Whether a value is an array with this number or boolean.
create function condition_has_item(value jsonb, item jsonb) returns boolean
language sql immutable parallel safe as $$
  select case when jsonb_typeof(value) = 'array' then value @> item else false end
$$;

-- Whether a value is an array with a day or an instant in this span.
create function condition_has_moment(value jsonb, span tstzrange) returns boolean
language sql immutable parallel safe as $$
  select case when jsonb_typeof(value) = 'array'
    then exists (select from jsonb_array_elements_text(value) item where span @> condition_moment(item)) else false end
$$;
