import type { ReactElement } from 'react';

/** An address that breaks before its domain when it has no room; copied it is whole. */
export function AddressText({ address }: { readonly address: string }): ReactElement {
  const at = address.lastIndexOf('@');
  if (at <= 0) return <>{address}</>;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
