package eval

// score counts hits for precision and recall.
type score struct {
	found, right int // what was found, and what of it is right
	wanted, hit  int // what there is to find, and what of it was found
}

func (s *score) find(right bool) {
	s.found++
	if right {
		s.right++
	}
}

func (s *score) want(hit bool) {
	s.wanted++
	if hit {
		s.hit++
	}
}

func (s *score) add(o score) {
	s.found, s.right, s.wanted, s.hit = s.found+o.found, s.right+o.right, s.wanted+o.wanted, s.hit+o.hit
}

func (s score) precision() float64 { return ratio(s.right, s.found) }
func (s score) recall() float64    { return ratio(s.hit, s.wanted) }

func (s score) f1() float64 {
	p, r := s.precision(), s.recall()
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// scores are scores by name, in the order in which they were first asked for.
type scores struct {
	byName map[string]*score
	order  []string
}

func (s *scores) of(name string) *score {
	if s.byName == nil {
		s.byName = map[string]*score{}
	}
	if s.byName[name] == nil {
		s.byName[name] = &score{}
		s.order = append(s.order, name)
	}
	return s.byName[name]
}
