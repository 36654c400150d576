// What a report holds as values, in the reader's words: format, clock, rounds, notes.

/// Who plays whom: `round robin, 10 pairs a meeting`.
function planTold({ format, pairs, challengers, rounds }) {
  const parts = [
    challengers && t("challengers_n", number(challengers)),
    rounds && t("rounds_n", number(rounds)),
    pairs && t(format === "knockout" ? "pairs_a_match" : "pairs_a_meeting", number(pairs)),
  ];
  return [t("format_" + format), ...parts.filter(Boolean)].join(", ");
}

/// A clock such as `60+1,10/move`, and what it is charged by.
function clockTold(clock, charged) {
  const time = (text) => number(Number(text), 0, { maximumFractionDigits: 9 }) + "\u202fs";
  const part = (text) => {
    const [, each] = /^([\d.]+)\/move$/.exec(text) ?? [];
    const [, bank, more] = /^([\d.]+)\+([\d.]+)$/.exec(text) ?? [];
    if (each) return t("clock_move", time(each));
    if (bank) return Number(more) === 0 ? t("clock_bank", time(bank)) : t("clock_more", time(bank), time(more));
    return t(plain(text));
  };
  const by = ["cpu", "wall"].includes(charged) ? [t("charged_" + charged)] : [];
  return [...clock.split(",").map(part), ...by].join(", ");
}

/// What a round is called; those of a knockout have another word in French.
const roundTold = ({ stage, number: at }, isCup) =>
  stage === "round" ? t(isCup ? "cup_round_n" : "round_n", number(at)) : t(stage);

/// Why somebody was set aside.
const asideTold = ({ reason, times }) => t("aside_" + reason, number(times));

/// A chance that is too small to be written out: `3.2 × 10⁻⁵`.
function tiny(value) {
  const [digits, power] = value.toExponential(1).split("e");
  const raised = [...power.replace("+", "")].map((it) => (it === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[it]));
  return `${number(Number(digits), 1)}\u00a0×\u00a010${raised.join("")}`;
}

/// Something that people should know.
function noteTold({ kind, ...note }) {
  const share = ({ name, share: part }) => `${plain(name)} ${percent(part)}`;
  const gaps = {
    circles: () => [
      number(note.chi_square, 1),
      number(note.dof),
      tiny(note.p_value),
      note.shares.map(share).join(", "),
    ],
    "set-aside": () => [plain(note.name), asideTold(note.why)],
    lots: () => [...note.players, note.winner].map(plain),
  };
  return t("note_" + kind, ...(gaps[kind]?.() ?? [plain(note.name)]));
}
