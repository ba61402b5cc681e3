-- The number a text means, or null.
create or replace function condition_number(value text) returns double precision language sql immutable parallel safe as $$
  select case
    when value !~ '^-?(?:0|[1-9][0-9]*)(?:[.][0-9]+)?$' then null
    -- Why: counted repetitions are slow, and a short text cannot have too many digits.
    when length(value) > 15 and value !~ '^-?(?:0|[1-9][0-9]{0,14})(?:[.][0-9]{1,15})?$' then null
    else value::double precision
  end
$$;
