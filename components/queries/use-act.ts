import { useMutation, useQueryClient } from "@tanstack/react-query";

/** An act on something shown. Everything shown is read again then: before `onDone`, and when it was refused too. */
export function useAct<Answer, Asked = void>(
  act: (asked: Asked) => Promise<Answer>,
  onDone: (answer: Answer) => void = () => undefined,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async (answer) => {
      await client.invalidateQueries();
      onDone(answer);
    },
    onError: () => client.invalidateQueries(),
  });
}
