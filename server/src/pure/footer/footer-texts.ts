export interface FooterText {
  readonly sentence: (project: string) => string;
  readonly unsubscribe: string;
}

/** The line under marketing mail, by language. */
export const footerTexts: ReadonlyMap<string, FooterText> = new Map([
  [
    'en',
    {
      sentence: (project) => `You receive this email because you subscribed to ${project}.`,
      unsubscribe: 'Unsubscribe',
    },
  ],
  [
    'de',
    {
      sentence: (project) => `Sie erhalten diese E-Mail, weil Sie ${project} abonniert haben.`,
      unsubscribe: 'Abmelden',
    },
  ],
  [
    'fr',
    {
      sentence: (project) => `Vous recevez cet e-mail car vous êtes abonné à ${project}.`,
      unsubscribe: 'Se désabonner',
    },
  ],
  [
    'es',
    { sentence: (project) => `Recibe este correo porque se suscribió a ${project}.`, unsubscribe: 'Darse de baja' },
  ],
  [
    'pt',
    { sentence: (project) => `Recebe este e-mail porque subscreveu ${project}.`, unsubscribe: 'Cancelar subscrição' },
  ],
  [
    'nl',
    {
      sentence: (project) => `U ontvangt deze e-mail omdat u zich hebt aangemeld voor ${project}.`,
      unsubscribe: 'Afmelden',
    },
  ],
  [
    'it',
    {
      sentence: (project) => `Riceve questa e-mail perché è iscritto a ${project}.`,
      unsubscribe: 'Annulla iscrizione',
    },
  ],
  [
    'pl',
    {
      sentence: (project) => `Otrzymujesz tę wiadomość, ponieważ subskrybujesz ${project}.`,
      unsubscribe: 'Wypisz się',
    },
  ],
  [
    'sv',
    {
      sentence: (project) => `Du får det här mejlet eftersom du prenumererar på ${project}.`,
      unsubscribe: 'Avsluta prenumerationen',
    },
  ],
  [
    'da',
    { sentence: (project) => `Du modtager denne e-mail, fordi du abonnerer på ${project}.`, unsubscribe: 'Afmeld' },
  ],
  [
    'ja',
    { sentence: (project) => `このメールは${project}を購読されている方にお送りしています。`, unsubscribe: '配信停止' },
  ],
]);
