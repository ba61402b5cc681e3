import { Fragment, type ReactElement } from 'react';
import type { Domain, DomainRecord } from '../../api/domains.ts';
import { CopyCell } from '../../widgets/copy-cell/copy-cell.tsx';
import { Diff } from '../../widgets/diff/diff.tsx';
import { Count } from '../../widgets/figures/numbers.tsx';
import { StateChip } from '../../widgets/state-chip/state-chip.tsx';
import { hostOf, keyOfRecord, purposes, shownValue, stateOfRecord } from './record-words.ts';
import '../../widgets/data-list/data-list.css';
import './domain.css';

interface RecordsTableProps {
  readonly domain: Domain;
  readonly records: readonly DomainRecord[];
  readonly label: string;
  /** The DNS panel adds the domain itself. */
  readonly isShort: boolean;
  /** When the answers are from, as a clock. */
  readonly lookedAt: string | undefined;
}

/** Records of one group; what was found instead stands under its record. */
export function RecordsTable({ domain, records, label, isShort, lookedAt }: RecordsTableProps): ReactElement {
  return (
    <div className="bleed sheet">
      <table className="list dns" aria-label={label}>
        <colgroup>
          <col className="for" />
          <col className="type" />
          <col className="host" />
          <col />
          <col className="ttl" />
          <col className="status" />
        </colgroup>
        <thead>
          <tr>
            <th>For</th>
            <th>Type</th>
            <th>Host</th>
            <th>Value</th>
            <th className="num">TTL</th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <Fragment key={keyOfRecord(record)}>
              <tr className={hasStory(record) ? 'opened' : undefined}>
                <td>
                  <b>{purposes[record.purpose]}</b>
                </td>
                <td className="mono">{record.type}</td>
                <td>
                  <CopyCell
                    value={hostOf(record, domain.domain, isShort)}
                    what={`host of ${purposes[record.purpose]}`}
                  />
                </td>
                <td>
                  <CopyCell value={shownValue(record)} what={`value of ${purposes[record.purpose]}`} />
                </td>
                <td className="num">
                  <Count value={record.ttl} />
                </td>
                <td>
                  <StateChip state={stateOfRecord(record, domain.dmarc)} />
                </td>
              </tr>
              {hasStory(record) && (
                <tr className="detail">
                  <td colSpan={6}>
                    <Story record={record} lookedAt={lookedAt} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const hasStory = ({ status, found, message }: DomainRecord): boolean =>
  status !== 'verified' && (found.length > 0 || message !== null);

function Story({ record, lookedAt }: { record: DomainRecord; lookedAt: string | undefined }): ReactElement {
  const expected = shownValue(record);
  const pairs = record.found.map((found, index) => ({
    name: `Value ${index + 1}`,
    expected: index === 0 ? expected : '',
    found,
  }));
  return (
    <Diff pairs={pairs} foundNote={lookedAt} isWarning={!record.required}>
      {record.message}
    </Diff>
  );
}
