import { useCallback, useMemo, useState } from 'react';
import { keepPad, keptPad, readPad } from './sample-values.ts';

export interface PreviewValues {
  readonly contact: { readonly id: string; readonly email: string } | null;
  readonly choose: (contact: { readonly id: string; readonly email: string } | null) => void;
  readonly pad: string;
  readonly setPad: (text: string) => void;
  readonly problem: string | null;
  /** The last values that could be read. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Who the preview is for, and the values of this send only. */
export function usePreviewValues(templateId: string): PreviewValues {
  const [contact, choose] = useState<PreviewValues['contact']>(null);
  const [pad, setText] = useState(() => keptPad(templateId));
  const [good, setGood] = useState(pad);
  const read = useMemo(() => readPad(pad), [pad]);
  const setPad = useCallback(
    (text: string) => {
      setText(text);
      if ('problem' in readPad(text)) return;
      setGood(text);
      keepPad(templateId, text);
    },
    [templateId],
  );
  const data = useMemo(() => {
    const known = readPad(good);
    return 'values' in known ? known.values : {};
  }, [good]);
  return { contact, choose, pad, setPad, problem: 'problem' in read ? read.problem : null, data };
}
