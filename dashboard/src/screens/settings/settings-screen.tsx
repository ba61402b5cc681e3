import { useParams } from '@tanstack/react-router';
import type { ComponentType, ReactElement } from 'react';
import { useInstanceConfig } from '../../api/account.ts';
import { useProject } from '../../api/project.ts';
import { paths } from '../../navigation/paths.ts';
import { RejectedNote } from '../../shell/rejected-note.tsx';
import { Screen } from '../../shell/screen.tsx';
import { WayBackProvider } from '../../widgets/state-frame/problem-notice.tsx';
import { TabLinks } from '../../widgets/tabs/tabs.tsx';
import { BillingTab } from './billing/billing-tab.tsx';
import { DataTab } from './data/data-tab.tsx';
import { GeneralTab } from './general/general-tab.tsx';
import { HealthTab } from './health/health-tab.tsx';
import { ProviderTab } from './provider/provider-tab.tsx';
import { SecurityTab } from './security/security-tab.tsx';
import { SuppressionsTab } from './suppressions/suppressions-tab.tsx';
import { TeamTab } from './team/team-tab.tsx';
import './settings.css';

interface SettingsTab {
  readonly key: string;
  readonly label: string;
  readonly Body: ComponentType;
}

const general: SettingsTab = { key: 'general', label: 'General', Body: GeneralTab };
const billing: SettingsTab = { key: 'billing', label: 'Billing', Body: BillingTab };
const always: readonly SettingsTab[] = [
  general,
  { key: 'team', label: 'Team', Body: TeamTab },
  { key: 'provider', label: 'Provider', Body: ProviderTab },
  { key: 'suppressions', label: 'Suppressions', Body: SuppressionsTab },
  { key: 'data', label: 'Data', Body: DataTab },
  { key: 'security', label: 'Security', Body: SecurityTab },
  { key: 'health', label: 'Health', Body: HealthTab },
];

/** The rules of the project. */
export function SettingsScreen(): ReactElement {
  const { project } = useProject();
  const { tab: asked = general.key } = useParams({ strict: false });
  const { data: config } = useInstanceConfig();
  const tabs = config?.features.billing.enabled ? [...always, billing] : always;
  const known = tabs.find(({ key }) => key === asked);
  const { key, label, Body } = known ?? general;
  return (
    <Screen
      title={`${label} settings`}
      crumbs={[{ name: 'Settings', href: paths.settings(project.id, general.key) }, { name: label }]}
      layout={key === 'suppressions' ? 'flush' : 'plain'}
    >
      <div className="head tight">
        <h1>Settings</h1>
      </div>
      <div className="mt8">
        <TabLinks
          label="Settings"
          selected={key}
          tabs={tabs.map((tab) => ({ key: tab.key, label: tab.label, href: paths.settings(project.id, tab.key) }))}
        />
      </div>
      {/* Why wait: whether there is billing, and so which tab is meant, is known only then. */}
      {config && <RejectedNote names={known ? [] : ['the tab']} />}
      {/* A tab has no list above it: what it cannot read is read again. */}
      <WayBackProvider value={null}>{config && <Body key={project.id} />}</WayBackProvider>
    </Screen>
  );
}
