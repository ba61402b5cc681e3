-- Whether a value is an array with a day or an instant in this span.
create or replace function condition_has_moment(value jsonb, span tstzrange) returns boolean
language sql immutable parallel safe as $$
  select case when jsonb_typeof(value) = 'array'
    then exists (select from jsonb_array_elements_text(value) item where span @> condition_moment(item)) else false end
$$;
