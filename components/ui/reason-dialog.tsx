"use client";
import { ButtonDialog, type ButtonDialogProps } from "./button-dialog.tsx";
import { ReasonForm, type ReasonFormProps } from "./reason-form.tsx";

type Props<Answer> = Omit<ButtonDialogProps, "kind"> &
  ReasonFormProps<Answer> & {
    /** It is what the page is for just now. */
    readonly isMain?: boolean;
  };

/**
 * A button for an act that needs a reason, and the dialog that asks for it. Where something is lost both look so; a small
 * button, one of many in a list, does not.
 */
export function ReasonDialog<Answer>(props: Props<Answer>) {
  const { button, label, small = false, isMain = false, title, description, ...form } = props;
  const { danger = false, onDone } = form;
  return (
    <ButtonDialog
      button={button}
      label={label}
      small={small}
      kind={danger && !small ? "danger" : isMain ? "filled" : "outline"}
      title={title}
      description={description}
    >
      {(close) => (
        <ReasonForm
          {...form}
          onCancel={close}
          onDone={(answer) => {
            close();
            onDone(answer);
          }}
        />
      )}
    </ButtonDialog>
  );
}
