/** One change of a disk, or one thing a program does with it, as far as power loss minds. Paths are absolute. */
export type Call =
  | { readonly kind: "open"; readonly fd: number; readonly path: string; readonly flags: OpenFlags }
  | { readonly kind: "close"; readonly fd: number }
  /** At a position, or where the descriptor stands. */
  | { readonly kind: "write"; readonly fd: number; readonly bytes: Buffer; readonly at: number | undefined }
  /** Bytes copied inside the kernel: copy_file_range, sendfile, and cloning, whose `length` is all. */
  | { readonly kind: "copy"; readonly from: number; readonly to: number; readonly length: number }
  | { readonly kind: "truncate"; readonly fd: number; readonly length: number }
  | { readonly kind: "make"; readonly path: string }
  | { readonly kind: "rename"; readonly from: string; readonly to: string }
  | { readonly kind: "link"; readonly from: string; readonly to: string }
  | { readonly kind: "remove"; readonly path: string }
  | { readonly kind: "sync"; readonly fd: number }
  /** Of the whole file system. */
  | { readonly kind: "sync all" };

export type OpenFlags = {
  readonly creates: boolean;
  readonly truncates: boolean;
  readonly appends: boolean;
  /** O_SYNC or O_DSYNC: every write is safe when it returns. */
  readonly syncs: boolean;
};

/** A call as it begins and as it ends; between them other threads' calls may stand. `said`: bytes for anybody outside. */
export type Step =
  | { readonly at: "begin"; readonly id: number; readonly call: Call }
  | { readonly at: "end"; readonly id: number; readonly call: Call }
  | { readonly at: "said"; readonly bytes: Buffer };
