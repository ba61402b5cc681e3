import type { Config } from '#platform/config';
import type { ProjectId } from '#platform/context';

/** The address of a page of the dashboard, for mails and for returns from other sites. `page` is below the project. */
export const projectPageUrl = ({ BASE_URL }: Pick<Config, 'BASE_URL'>, projectId: ProjectId, page: string): string =>
  `${BASE_URL}/app/${projectId}/${page}`;
