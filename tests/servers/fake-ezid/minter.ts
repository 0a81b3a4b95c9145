const ALPHABET = "0123456789bcdfghjkmnpqrstvwxz";
const WIDTH = 6;

/** Mints names of a shoulder such as `ark:/99999/fk4` in no order anybody could guess, each with NOID's check character. Written apart from the product's. */
export function openMinter(shoulder: string): () => string {
  let counter = 0;
  return () => {
    counter += 1;
    // a step without the factor 29 comes by every name of the width before it comes back
    let rest = (counter * 215_573_041) % ALPHABET.length ** WIDTH;
    let name = "";
    for (let place = 0; place < WIDTH; place += 1) {
      name = `${ALPHABET.charAt(rest % ALPHABET.length)}${name}`;
      rest = Math.floor(rest / ALPHABET.length);
    }
    const whole = `${shoulder}${name}`;
    return `${whole}${checkCharacter(whole.replace(/^ark:\//, ""))}`;
  };
}

function checkCharacter(zone: string): string {
  const sum = [...zone].reduce(
    (total, character, index) => total + Math.max(0, ALPHABET.indexOf(character)) * (index + 1),
    0,
  );
  return ALPHABET.charAt(sum % ALPHABET.length);
}
