import type { Generator } from './generator.ts';

export const errorsGenerator: Generator = {
  name: 'errors',
  async files() {
    const { errorReference } = await import('../../server/src/platform/http/error-codes.ts');
    const { fieldCodes } = await import('../../server/src/platform/http/field-codes.ts');
    return new Map([['docs/reference/errors.md', errorReference(fieldCodes)]]);
  },
};
