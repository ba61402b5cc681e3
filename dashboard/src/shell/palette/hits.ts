import { FilePlus2, History, List, type LucideIcon, Mail, UserRound } from 'lucide-react';
import { type Found, isId } from '../../api/find.ts';
import { paths } from '../../navigation/paths.ts';
import { allSections } from '../sections.ts';
import type { RecentPage } from './recent-pages.ts';

/** One line of the palette. */
export interface Hit {
  readonly address: string;
  readonly icon: LucideIcon;
  readonly name: string;
  readonly detail?: string;
  readonly isCode?: boolean;
}

export interface HitGroup {
  readonly title: string;
  readonly hits: readonly Hit[];
}

interface Sources {
  readonly projectId: string;
  readonly text: string;
  readonly found: readonly Found[];
  readonly recent: readonly RecentPage[];
}

/** What the palette offers: found things first, then pages. A leading `>` leaves out what would be searched for. */
export function hitGroups({ projectId, text, found, recent }: Sources): readonly HitGroup[] {
  const isCommand = text.startsWith('>');
  const wanted = (isCommand ? text.slice(1) : text).trim().toLowerCase();
  const isWanted = ({ name }: Hit) => wanted === '' || name.toLowerCase().includes(wanted);
  const groups: HitGroup[] = [
    {
      title: isId(text) ? 'What has this id, and what it made' : 'Found',
      hits: isCommand ? [] : found.map(hitOf(projectId)),
    },
    { title: 'Recent', hits: text === '' ? recent.map(recentHit) : [] },
    { title: 'Create', hits: createHits(projectId).filter(isWanted) },
    {
      title: 'Go to',
      hits: allSections
        .map(({ name, icon, path, key }) => ({ name, icon, address: path(projectId), detail: `g ${key}` }))
        .filter(isWanted),
    },
  ];
  return groups.filter(({ hits }) => hits.length > 0);
}

const recentHit = ({ address, title }: RecentPage): Hit => ({ address, icon: History, name: title });

const createHits = (project: string): readonly Hit[] =>
  [
    { name: 'New campaign', address: paths.campaigns(project, { new: '1' }) },
    { name: 'New workflow', address: paths.workflows(project, { new: '1' }) },
    { name: 'New template', address: paths.templates(project, { new: '1' }) },
    { name: 'New segment', address: paths.segments(project, { new: '1' }) },
    { name: 'Add a contact', address: paths.contacts(project, { new: '1' }) },
    { name: 'Import contacts', address: paths.import(project) },
    { name: 'Add a domain', address: paths.domains(project, { new: '1' }) },
    { name: 'Add a webhook', address: paths.webhooks(project, { new: '1' }) },
  ].map((hit) => ({ ...hit, icon: FilePlus2 }));

const hitOf =
  (project: string) =>
  (found: Found): Hit => {
    if (found.kind === 'request') {
      const detail = found.status === null ? 'no reply noted' : String(found.status);
      return { address: paths.log(project, found.id), icon: List, name: found.call, detail, isCode: true };
    }
    if (found.kind === 'email') {
      return { address: paths.email(project, found.id), icon: Mail, name: found.subject, detail: found.to };
    }
    return { address: paths.contact(project, found.id), icon: UserRound, name: found.email };
  };
