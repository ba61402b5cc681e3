export { cutMark, cutSecrets } from './cut-secrets.ts';
export { keepBody } from './keep-body.ts';
export { cutForms, secretForms } from './secret-forms.ts';
