import {
  Activity,
  Blend,
  ChartLine,
  FileText,
  Globe,
  House,
  Inbox,
  KeyRound,
  List,
  type LucideIcon,
  Mail,
  Megaphone,
  SlidersHorizontal,
  Users,
  Webhook,
  Workflow,
  Zap,
} from 'lucide-react';
import { paths } from '../navigation/paths.ts';

export interface Section {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly path: (project: string) => string;
  /** Pressed after `g`. */
  readonly key: string;
}

export interface SectionGroup {
  readonly name: string | null;
  readonly sections: readonly Section[];
}

/** The sidebar, the palette and the keys `g` + letter, from one list. */
export const sectionGroups: readonly SectionGroup[] = [
  { name: null, sections: [{ name: 'Home', icon: House, path: paths.home, key: 'h' }] },
  {
    name: 'Send',
    sections: [
      { name: 'Emails', icon: Mail, path: paths.emails, key: 'e' },
      { name: 'Campaigns', icon: Megaphone, path: paths.campaigns, key: 'p' },
      { name: 'Workflows', icon: Workflow, path: paths.workflows, key: 'w' },
      { name: 'Templates', icon: FileText, path: paths.templates, key: 't' },
    ],
  },
  {
    name: 'Audience',
    sections: [
      { name: 'Contacts', icon: Users, path: paths.contacts, key: 'c' },
      { name: 'Segments', icon: Blend, path: paths.segments, key: 's' },
      { name: 'Events', icon: Zap, path: paths.events, key: 'v' },
    ],
  },
  {
    name: 'Insight',
    sections: [
      { name: 'Activity', icon: Activity, path: paths.activity, key: 'a' },
      { name: 'Analytics', icon: ChartLine, path: (project) => paths.analytics(project, 'overview'), key: 'n' },
    ],
  },
  {
    name: 'Build',
    sections: [
      { name: 'Domains', icon: Globe, path: paths.domains, key: 'd' },
      { name: 'Keys & SMTP', icon: KeyRound, path: paths.keys, key: 'k' },
      { name: 'Webhooks', icon: Webhook, path: paths.webhooks, key: 'b' },
      { name: 'Logs', icon: List, path: paths.logs, key: 'l' },
      { name: 'Dev inbox', icon: Inbox, path: paths.inbox, key: 'i' },
    ],
  },
  {
    name: null,
    sections: [
      { name: 'Settings', icon: SlidersHorizontal, path: (project) => paths.settings(project, 'general'), key: ',' },
    ],
  },
];

export const allSections: readonly Section[] = sectionGroups.flatMap(({ sections }) => sections);
