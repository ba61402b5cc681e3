/**
 * Security definer functions that run as the owner of the schema, each with the reason. Every other one runs as
 * postrider_dispatch, which sees only the columns it was granted.
 */
export const ownerFunctions: Record<string, string> = {
  'make_event_months(integer)': 'only the owner of a table attaches partitions; takes and returns numbers',
  'drop_event_months(integer)':
    'only the owner of a table drops partitions; whole months past their time, never younger',
  'make_email_partitions(integer)': 'only the owner of a table attaches partitions; takes and returns numbers',
  'drop_email_partitions(integer,integer,integer,integer)':
    'only the owner of a table drops partitions; whole weeks and months past their time, never younger',
  'keep_content_facts(integer)':
    'copies facts of a mail from one row of a project to another, for all projects; takes and returns numbers',
  'trim_event_months(integer,integer)': 'default partitions grant nobody anything; deletes what is past its time',
  'trim_email_partitions(integer,integer,integer,integer,integer)':
    'default partitions grant nobody anything; deletes what is past its time',
  'trim_tracking_months(integer,integer)': 'default partitions grant nobody anything; deletes what is past its time',
  'turn_tracking_months(integer,integer)':
    'only the owner of a table attaches and drops partitions; takes and returns numbers, drops whole months past their time',
};
