/** Files of one version worked on at a time. More gains nothing: the file system calls run on libuv's few threads. */
export const FILES_AT_ONCE = 8;
