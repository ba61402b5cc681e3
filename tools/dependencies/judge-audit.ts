/** What `npm audit --json` prints when the registry answers. */
interface Report {
  readonly vulnerabilities: Readonly<Record<string, { readonly severity: string; readonly range?: string }>>;
  readonly metadata: { readonly dependencies: { readonly prod: number } };
}

export interface AuditVerdict {
  readonly isGood: boolean;
  readonly lines: readonly string[];
}

const grave = ['high', 'critical'];

/** Judges an audit. A registry that answers none is no failure of the change, but nobody must take it for a pass. */
export function judgeAudit(stdout: string, stderr: string): AuditVerdict {
  const report = readReport(stdout);
  if (!report) {
    const reason = stderr.split('\n').find((line) => line.startsWith('npm error')) ?? 'no answer';
    return {
      isGood: true,
      lines: ['!! DEPENDENCIES WERE NOT AUDITED: the registry answers no audits.', `!! ${reason}`],
    };
  }
  const found = Object.entries(report.vulnerabilities).filter(([, { severity }]) => grave.includes(severity));
  if (found.length > 0) {
    return { isGood: false, lines: found.map(([name, { severity, range }]) => `${severity}: ${name} ${range ?? ''}`) };
  }
  const { prod } = report.metadata.dependencies;
  return { isGood: true, lines: [`${prod} packages that we ship: no known hole of level high or above`] };
}

function readReport(text: string): Report | null {
  try {
    const report = JSON.parse(text) as Partial<Report> | null; // npm's own form, looked at below
    return report?.vulnerabilities && report.metadata ? (report as Report) : null;
  } catch {
    return null;
  }
}
