/** What a command needs of our environment to be found, and nothing that would set the product up. */
export const shellEnvironment = (): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
});
