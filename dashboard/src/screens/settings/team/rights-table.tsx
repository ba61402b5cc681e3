import type { ReactElement } from 'react';
import { StateShape } from '../../../widgets/state-shape/state-shape.tsx';
import { allRoles, rights, roleNames } from './role-words.ts';

export function RightsTable(): ReactElement {
  return (
    <section>
      <div className="section-h mb8">
        <h2 id="rights">What each role may do</h2>
      </div>
      <table className="ledger may t13" aria-labelledby="rights">
        <thead>
          <tr>
            <th>
              <span className="vh">Right</span>
            </th>
            {allRoles.map((role) => (
              <th key={role}>{roleNames[role]}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rights.map(({ words, roles }) => (
            <tr key={words}>
              <td>{words}</td>
              {allRoles.map((role) => (
                <td key={role}>
                  {roles.includes(role) ? (
                    <StateShape shape="tick" tone="good" label="yes" />
                  ) : (
                    <StateShape shape="minus" label="no" />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
