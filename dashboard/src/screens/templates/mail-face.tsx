import type { ReactElement } from 'react';
import { type FaceInput, useFace } from '../../api/template-face.ts';
import { useSeen } from './use-seen.ts';

/** The rendered mail, small: a picture of it, not a way into it. */
export function MailFace({ input, version }: { readonly input: FaceInput; readonly version: string }): ReactElement {
  const { place, isSeen } = useSeen<HTMLSpanElement>();
  const { path, hasFailed, onLoaded } = useFace(input, version, isSeen);
  return (
    <span className="face" ref={place} aria-hidden="true">
      {path !== null && (
        <iframe
          key={path}
          className="face-frame"
          src={path}
          title="Rendered mail"
          sandbox=""
          referrerPolicy="no-referrer"
          tabIndex={-1}
          onLoad={onLoaded}
        />
      )}
      {path === null && <span className={hasFailed ? 'face-paper failed' : 'face-paper'} />}
    </span>
  );
}
