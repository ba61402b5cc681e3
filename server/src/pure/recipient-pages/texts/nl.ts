import type { PageTexts } from './texts.ts';

export const nl: PageTexts = {
  language: 'nl',
  unsubscribe: (project) => ({
    title: 'Afmelden',
    sentence: `Druk op de knop en ${project} stuurt geen nieuwsbrieven meer naar dit adres.`,
  }),
  unsubscribed: (project) => ({
    title: 'U bent afgemeld',
    sentence: `${project} stuurt geen nieuwsbrieven meer naar dit adres.`,
  }),
  subscribe: (project) => ({
    title: 'Aanmelden',
    sentence: `Druk op de knop om nieuwsbrieven van ${project} op dit adres te ontvangen.`,
  }),
  subscribed: (project) => ({
    title: 'U bent aangemeld',
    sentence: `${project} stuurt zijn nieuwsbrieven naar dit adres.`,
  }),
  manageSubscribed: (project) => ({
    title: 'U bent aangemeld',
    sentence: `U ontvangt nieuwsbrieven van ${project} op dit adres.`,
  }),
  manageUnsubscribed: (project) => ({
    title: 'U bent niet aangemeld',
    sentence: `U ontvangt geen nieuwsbrieven van ${project} op dit adres.`,
  }),
  stillSent: 'Berichten over een bestelling of uw account kunnen nog wel komen.',
  changedMind: 'Toch van gedachten veranderd?',
  unsubscribeButton: 'Afmelden',
  subscribeButton: 'Aanmelden',
  subscribeAgainButton: 'Opnieuw aanmelden',
  yourAddress: 'Uw adres',
  viewMail: 'E-mail in de browser bekijken',
  incomplete: {
    title: 'Deze link is niet volledig',
    sentence:
      'Open hem nog eens vanuit de e-mail of kopieer hem helemaal. Werkt het dan nog niet, beantwoord de e-mail om de afzender te bereiken.',
  },
  gone: (project) => ({
    title: 'Er is niets meer te doen',
    sentence: project === null ? 'Uw adres wordt hier niet meer bewaard.' : `${project} bewaart uw adres niet meer.`,
  }),
  expired: {
    title: 'Deze e-mail is hier niet meer',
    sentence: 'E-mails zijn maar een beperkte tijd online te bekijken. In uw mailbox hebt u hem nog.',
  },
  notUnderstood: {
    title: 'Er is niets veranderd',
    sentence: 'Die keuze is niet begrepen. Ga terug en probeer het opnieuw.',
  },
  tooMany: { title: 'Te veel pogingen', sentence: 'Wacht een minuut en probeer het opnieuw.' },
  failed: {
    title: 'Probeer het opnieuw',
    sentence: 'Er ging bij ons iets mis. Wacht een minuut en probeer het dan opnieuw.',
  },
  leaving: (host) => ({
    title: 'Voordat u verdergaat',
    sentence: `Deze link leidt naar ${host}. Het account van de afzender is op dit moment niet actief. Ga alleen verder als u de pagina kent.`,
  }),
  continueButton: (host) => `Verder naar ${host}`,
};
