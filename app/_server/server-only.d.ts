/** Next resolves it itself: importing a file that imports it into a client component fails the build. */
declare module "server-only";
