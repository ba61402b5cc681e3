-- Whether a text has this part, or an array this text as an item; null when the value is missing. The value comes as JSON and
-- as lower-cased text. In the text of an array the quoted form is searched first: cheap, and rarely found in vain.
create or replace function condition_contains(value jsonb, lowered text, part text, quoted text) returns boolean
language sql immutable parallel safe as $$
  select case jsonb_typeof(value)
    when 'string' then strpos(lowered, part) > 0
    when 'array' then case when strpos(lowered, quoted) > 0 then lowered::jsonb ? part else false end
    when 'number' then false
    when 'boolean' then false
    when 'object' then false
  end
$$;
