/**
 * Security definer functions that run as the owner of the schema, each with the reason. Every other one runs as
 * postrider_dispatch, which sees only the columns it was granted.
 */
export const ownerFunctions: Record<string, string> = {
  'make_coming_partitions(text)': 'only the owner of a table attaches partitions; registered tables alone',
  'drop_old_partitions(text,integer)':
    'only the owner of a table drops partitions; registered tables alone, whole weeks and months past their time',
  'delete_old_rows(text,text,integer,integer)': 'registered tables alone, rows past their time; returns a number',
  'keep_content_facts(integer)':
    'copies facts of a mail from one row of a project to another, for all projects; takes and returns numbers',
  // Called by versions before migration 0039 alone: a later release drops them.
  'make_event_months(integer)': 'only the owner of a table attaches partitions; takes and returns numbers',
  'drop_event_months(integer)':
    'only the owner of a table drops partitions; whole months past their time, never younger',
  'make_email_partitions(integer)': 'only the owner of a table attaches partitions; takes and returns numbers',
  'drop_email_partitions(integer,integer,integer,integer)':
    'only the owner of a table drops partitions; whole weeks and months past their time, never younger',
  'trim_event_months(integer,integer)': 'default partitions have no grants; deletes what is past its time',
  'trim_email_partitions(integer,integer,integer,integer,integer)':
    'default partitions have no grants; deletes what is past its time',
  'trim_tracking_months(integer,integer)': 'default partitions have no grants; deletes what is past its time',
  'turn_tracking_months(integer,integer)':
    'only the owner of a table attaches and drops partitions; takes and returns numbers, drops whole months past their time',
};
