import type { ReactElement } from 'react';

/** The frame around every screen. */
export function Shell(): ReactElement {
  return (
    <main>
      <h1>Postrider</h1>
      <p>Your own email platform: contacts, campaigns, workflows and transactional mail on one PostgreSQL.</p>
    </main>
  );
}
