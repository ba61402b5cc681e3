/** What a command needs of our environment to be found, without any setting of the product. */
export const shellEnvironment = (): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
});
