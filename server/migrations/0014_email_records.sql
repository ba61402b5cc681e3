-- What usages of templates look up.
create index emails_template on emails (project_id, template_id, id) where template_id is not null;
