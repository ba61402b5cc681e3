import type { PageTexts } from './texts.ts';

export const es: PageTexts = {
  language: 'es',
  unsubscribe: (project) => ({
    title: 'Darse de baja',
    sentence: `Pulse el botón y ${project} no enviará más boletines a esta dirección.`,
  }),
  unsubscribed: (project) => ({
    title: 'Se ha dado de baja',
    sentence: `${project} no enviará más boletines a esta dirección.`,
  }),
  subscribe: (project) => ({
    title: 'Suscribirse',
    sentence: `Pulse el botón para recibir los boletines de ${project} en esta dirección.`,
  }),
  subscribed: (project) => ({
    title: 'Se ha suscrito',
    sentence: `${project} enviará sus boletines a esta dirección.`,
  }),
  manageSubscribed: (project) => ({
    title: 'Está suscrito',
    sentence: `Recibe los boletines de ${project} en esta dirección.`,
  }),
  manageUnsubscribed: (project) => ({
    title: 'No está suscrito',
    sentence: `No recibe los boletines de ${project} en esta dirección.`,
  }),
  stillSent: 'Aún pueden llegar mensajes sobre un pedido o su cuenta.',
  changedMind: '¿Ha cambiado de idea?',
  unsubscribeButton: 'Darse de baja',
  subscribeButton: 'Suscribirse',
  subscribeAgainButton: 'Volver a suscribirse',
  yourAddress: 'Su dirección',
  viewMail: 'Ver el correo en el navegador',
  incomplete: {
    title: 'Este enlace está incompleto',
    sentence:
      'Ábralo de nuevo desde el correo o cópielo entero. Si sigue sin funcionar, responda al correo para hablar con el remitente.',
  },
  gone: (project) => ({
    title: 'No queda nada por hacer',
    sentence: project === null ? 'Su dirección ya no se guarda aquí.' : `${project} ya no guarda su dirección.`,
  }),
  expired: {
    title: 'Este correo ya no está aquí',
    sentence: 'Los correos se pueden ver en línea durante un tiempo limitado. Aún lo tiene en su buzón.',
  },
  notUnderstood: {
    title: 'No se ha cambiado nada',
    sentence: 'No se ha entendido esa opción. Vuelva atrás e inténtelo de nuevo.',
  },
  tooMany: { title: 'Demasiados intentos', sentence: 'Espere un minuto e inténtelo de nuevo.' },
  failed: {
    title: 'Inténtelo de nuevo',
    sentence: 'Algo ha fallado por nuestra parte. Espere un minuto y vuelva a intentarlo.',
  },
  leaving: (host) => ({
    title: 'Antes de continuar',
    sentence: `Este enlace lleva a ${host}. La cuenta del remitente no está activa en este momento. Continúe solo si conoce la página.`,
  }),
  continueButton: (host) => `Continuar a ${host}`,
};
